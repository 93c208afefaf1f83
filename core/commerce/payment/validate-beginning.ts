// Validates a provider's response to the start of a payment: lengths that can be stored, and a safe redirect address.
import type { Beginning } from './define.js'
import { removeReportSecrets, ProviderError } from './provider-call.js'

const maxIdLength = 255
const maxUrlLength = 4_000

function isWebAddress(address: string): boolean {
  if (address.length > maxUrlLength || !URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
}

/** ProviderFailure for ids that are too long, a redirect that is not an http(s) address, and an invalid `expires`. */
export function validateBeginning(beginning: Beginning, params: object): Beginning {
  const { reference = '', account = '', redirect = '', expires, report } = beginning
  if (reference.length > maxIdLength || account.length > maxIdLength) {
    throw new ProviderError(`The payment provider names a reference or an account of more than ${maxIdLength} characters.`)
  }
  if (redirect !== '' && !isWebAddress(redirect)) {
    throw new ProviderError('The payment provider names a page that is no address of the web.')
  }
  if (expires !== undefined && Number.isNaN(new Date(expires).getTime())) {
    throw new ProviderError('The payment provider names an end of the payment that is no moment.')
  }
  return report ? { ...beginning, report: removeReportSecrets(report, params) } : beginning
}
