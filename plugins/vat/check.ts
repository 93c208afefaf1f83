// One round of VAT id checks of customers and parties against a register. The results are stored with the records.
import { formatIsoTime } from '../../core/foundation/clock.js'
import { validateVatId } from '../../core/engine/vat-id/vat-id-validation.js'
import { customer } from '../../core/model/entities/customers/customer.js'
import { party } from '../../core/model/entities/customers/party.js'
import type { EntityDefinition } from '../../core/model/entity/define.js'
import type { checkedVatIdFields } from '../../core/model/entity/vat-id.js'
import type { Context } from '../../core/storage/context.js'
import { readSystemVariable, setSystemVariable } from '../../core/storage/system-variables.js'
import { ServiceContext } from '../../core/storage/service-context.js'
import { askRegister } from './ask-register.js'
import type { VatAnswer, VatRegister } from './define.js'
import { findDueVatIds } from './due.js'

export interface VatCheckOptions {
  /** Milliseconds until a request times out. */
  readonly patience?: number
  /** Maximum number of requests per round. */
  readonly questions?: number
}

/** Consecutive requests without an answer, after which the register counts as down for this round. */
const maxUnanswered = 3

type VatIdEntity = EntityDefinition<typeof checkedVatIdFields>
const vatIdEntities: readonly VatIdEntity[] = [customer, party]

/**
 * Checks the due ids, one after the other and outside of units. Orders never wait for it: an id without an answer keeps its previous
 * status.
 */
export async function checkVatIds(
  context: Context,
  register: VatRegister,
  signal: AbortSignal,
  { patience = 10_000, questions = 200 }: VatCheckOptions = {},
): Promise<void> {
  const heard = new Map<string, VatAnswer>()
  let unanswered = 0
  const isOver = (): boolean => signal.aborted || unanswered === maxUnanswered || heard.size === questions
  async function answerTo(id: string): Promise<VatAnswer> {
    const cachedAnswer = heard.get(id)
    if (cachedAnswer) return cachedAnswer
    const answer = await askRegister(context, register, id, patience, signal)
    heard.set(id, answer)
    unanswered = answer === 'unknown' ? unanswered + 1 : 0
    return answer
  }
  for (const holder of vatIdEntities) {
    const place = `vat_check_last ${holder.name}`
    const start = Number((await readSystemVariable(context.database, place)) ?? 0)
    let last = start
    for await (const { id, vat_id } of findDueVatIds(context, holder, start)) {
      if (isOver()) break
      const result = validateVatId(vat_id)
      const answer = result.ok ? await answerTo(result.id) : 'unknown'
      if (answer !== 'unknown') await storeVatAnswer(context, holder, id, vat_id, answer)
      last = id
    }
    if (last !== start) await setSystemVariable(context.database, place, String(last))
  }
}

/** Reads the record again under its lock: the id may have changed during the request. */
async function storeVatAnswer(
  context: Context,
  holder: VatIdEntity,
  id: number,
  checkedId: string,
  vat_id_status: 'valid' | 'invalid',
): Promise<void> {
  try {
    await new ServiceContext(context).transact(async (work) => {
      const [now] = await work.lock(holder, { column: 'id', values: [id] })
      if (now?.values.vat_id !== checkedId) return
      await work.write(holder, { vat_id_status, vat_id_checked: formatIsoTime(work.now) }, { id })
    })
  } catch (error) {
    // A record that cannot be stored must not stop the others.
    context.log.warn({ err: error, entity: holder.name, id }, 'The answer of a register of VAT ids could not be kept.')
  }
}
