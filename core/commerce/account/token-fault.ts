// What the log may hold of a signed token that was refused: a code and the name of a claim, never what the token says.

/** Why a token is refused that the library for signatures lets pass. */
export class TokenFault extends Error {
  constructor(
    readonly code: string,
    readonly claim?: string,
  ) {
    super(code)
  }
}

const longest = 64

function named(error: unknown, field: 'code' | 'claim'): string | undefined {
  const value =
    typeof error === 'object' && error !== null && field in error ? (error as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.slice(0, longest) : undefined
}

/** The library's errors carry the whole payload, which names a person; of any error only these are logged. */
export function tokenFault(error: unknown): { readonly code: string; readonly claim?: string; readonly cause?: string } {
  const claim = named(error, 'claim')
  const cause = named(error instanceof Error ? error.cause : undefined, 'code')
  const code = named(error, 'code') ?? (error instanceof Error ? error.name : 'unknown')
  return { code, ...(claim !== undefined && { claim }), ...(cause !== undefined && { cause }) }
}
