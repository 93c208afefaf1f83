// Creates idempotency keys: a request that is repeated with the same key is performed once.

/** Not `randomUUID`: it does not exist on pages served without HTTPS. */
export function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
