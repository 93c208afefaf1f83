// VIES over its REST API: POST check-vat-number returns `valid`, or an error.
import type { VatAnswer, VatRegister } from 'product-configurator-service'

/** Reads a reply. An unavailable national register or too many requests give status 200 with `actionSucceed: false` and no `valid`. */
function parseReply(reply: unknown): VatAnswer {
  if (typeof reply !== 'object' || reply === null || !('valid' in reply)) return 'unknown'
  if (reply.valid === true) return 'valid'
  return reply.valid === false ? 'invalid' : 'unknown'
}

export function viesRegister(baseUrl: string): VatRegister {
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
