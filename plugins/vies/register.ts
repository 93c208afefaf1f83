// VIES by its REST API: POST check-vat-number answers with `valid`, or says why it cannot tell.
import type { VatAnswer, VatRegister } from 'product-configurator-service'

/** A member's register that is out of order, or too many questions: 200 as well, with `actionSucceed: false` and no `valid`. */
function answerOf(reply: unknown): VatAnswer {
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
      return response.ok ? answerOf(reply) : 'unknown'
    },
  }
}
