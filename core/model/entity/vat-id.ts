// The fields of a VAT id and of its last check by a register.
import { validateVatId, hasVatIdFormat } from '../../engine/vat-id/vat-id-validation.js'
import type { CheckScope } from '../../foundation/property/kind.js'
import { datetime } from '../properties/datetime.js'
import { dropdown } from '../properties/dropdown.js'
import { string, type NormalizedText } from '../properties/string.js'

/** Normalises ids of countries with a known format or refuses them. Other ids are stored as entered. */
function normalizeVatId(text: string): NormalizedText {
  if (!hasVatIdFormat(text)) return { text }
  const result = validateVatId(text)
  return result.ok ? { text: result.id } : { refusal: result.message }
}

/** A VAT id, or the corresponding business id of another country. */
export const createVatIdField = () => string('VAT ID', { form: normalizeVatId })

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
