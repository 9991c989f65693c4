// Loaded before a program (node --import): every connection that would leave this machine fails.

import { Socket } from "node:net"

const connect = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args
  const { host = "localhost", path } = typeof first === "object" ? first : { host: args[1] }
  if (path === undefined && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host))
    throw new Error(`the site must be built without a network, got a connection to ${host}`)
  return connect.apply(this, args)
}
