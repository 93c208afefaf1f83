// Log fields of a rejected signed token: an error code and the name of a claim, never the token's content.

/** A rejection by the service's own rules, for a token that the JWT library accepts. */
export class TokenError extends Error {
  constructor(
    readonly code: string,
    readonly claim?: string,
  ) {
    super(code)
  }
}

const maxFieldLength = 64

function readTextField(error: unknown, field: 'code' | 'claim'): string | undefined {
  const value =
    typeof error === 'object' && error !== null && field in error ? (error as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.slice(0, maxFieldLength) : undefined
}

/** Only these fields of an error are logged. The library's errors contain the whole payload, which is personal data. */
export function toTokenFaultFields(error: unknown): { readonly code: string; readonly claim?: string; readonly cause?: string } {
  const claim = readTextField(error, 'claim')
  const cause = readTextField(error instanceof Error ? error.cause : undefined, 'code')
  const code = readTextField(error, 'code') ?? (error instanceof Error ? error.name : 'unknown')
  return { code, ...(claim !== undefined && { claim }), ...(cause !== undefined && { cause }) }
}
