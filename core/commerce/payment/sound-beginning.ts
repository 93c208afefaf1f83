// Validates a provider's response to the start of a payment: lengths that can be stored, and a safe redirect address.
import type { Beginning } from './define.js'
import { cleanReport, ProviderFailure } from './outbound.js'

const longestName = 255
const longestPage = 4_000

function isPage(address: string): boolean {
  if (address.length > longestPage || !URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
}

/** ProviderFailure for ids that are too long, a redirect that is not an http(s) address, and an invalid `expires`. */
export function soundBeginning(beginning: Beginning, params: object): Beginning {
  const { reference = '', account = '', redirect = '', expires, report } = beginning
  if (reference.length > longestName || account.length > longestName) {
    throw new ProviderFailure(`The payment provider names a reference or an account of more than ${longestName} characters.`)
  }
  if (redirect !== '' && !isPage(redirect)) {
    throw new ProviderFailure('The payment provider names a page that is no address of the web.')
  }
  if (expires !== undefined && Number.isNaN(new Date(expires).getTime())) {
    throw new ProviderFailure('The payment provider names an end of the payment that is no moment.')
  }
  return report ? { ...beginning, report: cleanReport(report, params) } : beginning
}
