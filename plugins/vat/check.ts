// One round of VAT id checks of customers and parties against a register. The results are stored with the records.
import {
  readSystemVariable,
  runUntilAborted,
  setSystemVariable,
  type TaskScope,
  validateVatId,
  type Context,
  day,
} from 'product-configurator-service'
import type { VatAnswer, VatRegister } from './vies.js'

export interface VatCheckOptions {
  /** Milliseconds until a request times out. */
  readonly patience?: number
  /** Maximum number of requests per round. */
  readonly questions?: number
}

/** Consecutive requests without an answer, after which the register counts as down for this round. */
const maxUnanswered = 3

export interface DueVatId {
  readonly id: number
  readonly vat_id: string
}

/** The entities whose records have a VAT id with the answer of a register. */
type VatIdEntity = 'customer' | 'party'

/** Milliseconds until an answer expires. A new company may be in the register the next day. */
const answerLifetimes = { valid: 30 * day, invalid: day }

/** Records per statement. */
const batchSize = 100

/** In id order after `start`, then from the first to `start`, so ids without an answer do not block the others. */
async function* findDueVatIds({ clock, database }: Context, entity: VatIdEntity, start: number): AsyncGenerator<DueVatId> {
  const old = "vat_id_checked IS NULL OR vat_id_checked < ? OR (vat_id_status = 'invalid' AND vat_id_checked < ?)"
  const sql = `SELECT id, vat_id FROM svc_${entity} WHERE id > ? AND id <= ? AND vat_id > '' AND (${old}) ORDER BY id LIMIT ${batchSize}`
  const before = [answerLifetimes.valid, answerLifetimes.invalid].map((time) => new Date(clock.now() - time).toISOString())
  for (const [from, to] of [
    [start, Number.MAX_SAFE_INTEGER],
    [0, start],
  ] as const) {
    for (let last = from; ; ) {
      const rows = await database.query<DueVatId>(sql, [last, to, ...before])
      yield* rows
      const end = rows.at(-1)
      if (!end || rows.length < batchSize) break
      last = end.id
    }
  }
}

const vatIdEntities: readonly VatIdEntity[] = ['customer', 'party']

/**
 * Checks the due ids, one after the other and outside of units. Orders never wait for it: an id without an answer keeps its previous
 * status.
 */
export async function checkVatIds(
  scope: TaskScope,
  register: VatRegister,
  { patience = 10_000, questions = 200 }: VatCheckOptions = {},
): Promise<void> {
  const { context, signal } = scope
  const verdicts = new Map<string, VatAnswer>()
  let unanswered = 0
  const isOver = (): boolean => signal.aborted || unanswered === maxUnanswered || verdicts.size === questions
  async function answerTo(id: string): Promise<VatAnswer> {
    const cachedAnswer = verdicts.get(id)
    if (cachedAnswer) return cachedAnswer
    const answer = await askRegister(scope, register, id, patience)
    verdicts.set(id, answer)
    unanswered = answer === 'unknown' ? unanswered + 1 : 0
    return answer
  }
  for (const entity of vatIdEntities) {
    const place = `vat_check_last ${entity}`
    const start = Number((await readSystemVariable(context.database, place)) ?? 0)
    let last = start
    for await (const { id, vat_id } of findDueVatIds(context, entity, start)) {
      if (isOver()) break
      const result = validateVatId(context.registry, vat_id)
      const answer = result?.ok && result.format.inEuVatArea ? await answerTo(result.id) : 'unknown'
      if (answer !== 'unknown') await storeVatAnswer(scope, entity, id, vat_id, answer)
      last = id
    }
    if (last !== start) await setSystemVariable(context.database, place, String(last))
  }
}

/** Asks about one id, with a timeout that does not depend on the register. @param patience milliseconds */
async function askRegister(
  { context: { log }, signal }: TaskScope,
  register: VatRegister,
  id: string,
  patience: number,
): Promise<VatAnswer> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  try {
    return await runUntilAborted(end, () => register.check(id, end))
  } catch (error) {
    if (!end.aborted) log.warn({ err: error, register: register.name }, 'A register of VAT ids failed. It is called again later.')
    return 'unknown'
  }
}

/** Reads the record again: the id may have changed during the request. A change after this read rejects the write by its revision. */
async function storeVatAnswer(
  { context: { clock, log }, records }: TaskScope,
  entity: VatIdEntity,
  id: number,
  checkedId: string,
  vat_id_status: 'valid' | 'invalid',
): Promise<void> {
  try {
    const { record, revision } = await records.read(entity, id)
    if (record['vat_id'] !== checkedId) return
    const vat_id_checked = new Date(clock.now()).toISOString()
    await records.write(entity, { vat_id_status, vat_id_checked }, { id, revision, internal: true })
  } catch (error) {
    // A record that cannot be stored must not stop the others.
    log.warn({ err: error, entity, id }, 'The reply of a register of VAT ids could not be stored.')
  }
}
