// The version results are stamped with: that of the package.

/** The version of this package. */
export const version = "0.1.0"
