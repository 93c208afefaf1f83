// The VAT id as a field of customers, parties, the store and inputs of shoppers.
import type { AnyRegistry } from '../../foundation/property/kind.js'
import { type NormalizedText, string } from '../properties/string.js'
import type { Registry } from '../registry.js'
import { validateVatId } from './validation.js'

/** Normalises ids with a known format or refuses them. Other ids are stored as entered. */
function normalizeVatId(text: string, registry: Registry): NormalizedText {
  const result = validateVatId(registry, text)
  if (!result) return { text }
  return result.ok ? { text: result.id } : { refusal: result.message }
}

/** A VAT id, or the corresponding business id of another country. */
export const createVatIdField = () =>
  string('VAT ID', {
    form: (text: string, registry?: AnyRegistry) => (registry ? normalizeVatId(text, registry as Registry) : { text }),
  })
