// The service: start it, look after its keys, verify its ledger.

export { createKey, type NewKey, revokeKey, rotateKey } from "./keys/key.ts"
export { type Role, roles } from "./keys/role.ts"
export { readLedger } from "./ledger/read-ledger.ts"
export { verifyFile } from "./ledger/verify-file.ts"
export type { Verdict } from "./ledger/verify-ledger.ts"
export { ServiceError, type ServiceErrorCode, serviceErrorCodes } from "./service-error.ts"
export { type RunningService, type StartOptions, startService } from "./start-service.ts"
export { backupStore, moveStore } from "./store/copy-store.ts"
export { openSqliteStore } from "./store/sqlite-store.ts"
