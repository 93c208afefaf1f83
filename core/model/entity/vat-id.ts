// The fields of a VAT id: how it is kept, and what a register has answered about it.
import { judgeVatId, knowsVatId } from '../../engine/vat-id/judge.js'
import type { CheckScope } from '../../ground/property/kind.js'
import { datetime } from '../properties/datetime.js'
import { dropdown } from '../properties/dropdown.js'
import { string, type TextForm } from '../properties/string.js'

/** Ids of countries whose form is known are kept as registers know them, or refused; all others stay as they were sent. */
function vatIdForm(text: string): TextForm {
  if (!knowsVatId(text)) return { text }
  const judged = judgeVatId(text)
  return judged.ok ? { text: judged.id } : { refusal: judged.reason }
}

/** A VAT id, or what companies of other countries have in its place. */
export const vatId = () => string('VAT id', { form: vatIdForm })

/** The same of who buys: with the last answer of a register, by which the id counts no more where it was given to nobody. */
export const checkedVatId = {
  vat_id: vatId(),
  vat_id_status: dropdown('VAT id status', {
    choices: { valid: 'Valid', invalid: 'Given to nobody' },
    readOnly: true,
    help: 'What a register answered last; empty where none was asked.',
  }),
  vat_id_checked: datetime('VAT id checked', { readOnly: true, help: 'When the register answered.' }),
}

/** For `prepare`: an answer is about one id, and goes with it. */
export async function forgetAnswer(record: Record<string, unknown>, scope: CheckScope, sent: ReadonlySet<string>): Promise<void> {
  if (scope.id === null || !sent.has('vat_id')) return
  const before = await scope.read(scope.entity, scope.id)
  if (before === null || before['vat_id'] === record['vat_id']) return
  record['vat_id_status'] = null
  record['vat_id_checked'] = null
}
