// The version that the service names in its API description and its metrics: that of the package.

export const version = "0.1.0"
