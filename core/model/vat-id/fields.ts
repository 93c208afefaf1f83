// The VAT id as a field of customers, parties, the store and inputs of shoppers.
import type { AnyRegistry, CheckScope } from '../../foundation/property/kind.js'
import { datetime } from '../properties/datetime.js'
import { dropdown } from '../properties/dropdown.js'
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
    form: (text: string, registry?: AnyRegistry) =>
      registry && text !== '' ? normalizeVatId(text, registry as Registry) : { text },
  })

/** The VAT id of a buyer, with the last reply of the register. An id that the register rejected no longer affects taxes. */
export const checkedVatIdFields = {
  vat_id: createVatIdField(),
  vat_id_status: dropdown('VAT id status', {
    choices: { valid: 'Valid', invalid: 'Not registered' },
    readOnly: true,
    help: 'The last reply of a VAT register; empty if it was never checked.',
  }),
  vat_id_checked: datetime('VAT id checked', { readOnly: true, help: "The time of the register's reply." }),
}

/** For `prepare`: clears the reply of the register when the id changes. */
export async function clearRegisterReply(
  record: Record<string, unknown>,
  scope: CheckScope,
  inputFields: ReadonlySet<string>,
): Promise<void> {
  if (scope.id === null || !inputFields.has('vat_id')) return
  const before = await scope.read(scope.entity, scope.id)
  if (before === null || before['vat_id'] === record['vat_id']) return
  record['vat_id_status'] = null
  record['vat_id_checked'] = null
}
