// The contract of a VAT register, and VIES over its REST API: POST check-vat-number returns `valid`, or an error.

/** `unknown`: the register cannot answer now. Nothing is stored, and the id is checked again later. */
export type VatAnswer = 'valid' | 'invalid' | 'unknown'

export interface VatRegister {
  /** Used in logs. */
  readonly name: string
  /**
   * Checks one id of the EU or of Northern Ireland with a valid form and check digits: `DE136695976`. An error counts as `unknown`. @param
   * signal aborted when the service stops and on timeout
   */
  check(id: string, signal: AbortSignal): Promise<VatAnswer>
}

export interface ViesOptions {
  /** Base URL of the REST API, without a trailing slash. Default: the Commission's own; a proxy works as well. */
  readonly baseUrl?: string
}

const officialUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** Reads a reply. An unavailable national register or too many requests give status 200 with `actionSucceed: false` and no `valid`. */
function parseReply(reply: unknown): VatAnswer {
  if (typeof reply !== 'object' || reply === null || !('valid' in reply)) return 'unknown'
  if (reply.valid === true) return 'valid'
  return reply.valid === false ? 'invalid' : 'unknown'
}

/** The register of the European Commission. */
export function vies({ baseUrl = officialUrl }: ViesOptions = {}): VatRegister {
  return {
    name: 'vies',
    async check(id, signal) {
      const response = await fetch(`${baseUrl}/check-vat-number`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ countryCode: id.slice(0, 2), vatNumber: id.slice(2) }),
        signal,
      })
      const reply: unknown = await response.json()
      return response.ok ? parseReply(reply) : 'unknown'
    },
  }
}
