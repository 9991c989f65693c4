// The letters of base64, in which a state keeps long lists.

export const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** The value of each letter by its character code; 255 is none. */
export const base64Codes = new Uint8Array(128).fill(255)
for (let value = 0; value < base64Letters.length; value++) base64Codes[base64Letters.charCodeAt(value)] = value
