// Names for attempts: what is sent again under the same one is done once.

/** Also where the page did not come over a secure connection, on which browsers offer no identifiers of their own. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
