// Looks through the wrappers that Sequelize puts around a driver's error.

/** True where the error, or one that it wraps, satisfies the claim. */
export function causedBy(error: unknown, claim: (cause: Readonly<Record<string, unknown>>) => boolean): boolean {
  let cause: unknown = error
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    const fields = cause as Readonly<Record<string, unknown>>
    if (claim(fields)) return true
    cause = fields.parent ?? fields.cause
  }
  return false
}
