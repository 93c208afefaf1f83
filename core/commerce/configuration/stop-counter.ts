// Counts where shoppers stop: the last question of expired configurations, and the rules and limits that refused an entry.
import type { BlockingRule } from '../../engine/program/explanation.js'
import { dayOf } from '../../foundation/clock.js'
import type { Queryable } from '../../storage/database/dialect.js'
import { readTimeZone } from '../../storage/record/snapshot.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { type Unit, unit } from '../../storage/unit-of-work/transaction.js'
import { readLastQuestion } from './history.js'

/** `left`: the last question that a shopper changed before they left; id 0 if they changed none. Else the kind of a blocking rule. */
export interface Stop {
  readonly kind: 'left' | BlockingRule['kind']
  readonly id: number
}

const stopColumns = ['day', 'product_id', 'kind', 'record_id', 'amount'] as const
const stopKey = ['day', 'product_id', 'kind', 'record_id'] as const
const expiredColumns = ['day', 'product_id', 'stage', 'amount'] as const
const expiredKey = ['day', 'product_id', 'stage'] as const

async function addStop(on: Queryable, day: string, productId: number, { kind, id }: Stop): Promise<void> {
  await on.run(on.dialect.upsert('svc_configuration_stops', stopColumns, stopKey, 'amount = amount + 1'), [
    day,
    productId,
    kind,
    id,
    1,
  ])
}

/** An unsaved configuration that a scheduled task deletes. */
export interface ExpiredConfiguration {
  readonly product_id: number
  readonly state: string | null
  readonly history: string | null
  readonly created: string | null
  readonly changed: string | null
}

/** Counts a configuration in the unit that deletes it. Nothing of the shopper is stored. Shared configurations are copies. */
export async function countExpiredConfiguration(u: Unit, configuration: ExpiredConfiguration, timeZone: string): Promise<void> {
  const { product_id: productId, state, history, created, changed } = configuration
  if (state === 'shared' || !created) return
  await u.run(u.dialect.upsert('svc_expired_configurations', expiredColumns, expiredKey, 'amount = amount + 1'), [
    dayOf(Date.parse(created), timeZone),
    productId,
    state ?? '',
    1,
  ])
  if (state !== 'open') return
  const day = dayOf(Date.parse(changed || created), timeZone)
  await addStop(u, day, productId, { kind: 'left', id: readLastQuestion(history ?? '') ?? 0 })
}

/**
 * Counts the rules and limits that refused an entry. Runs after the reply, so shoppers do not wait for it. Previews of authors run in a
 * unit that is rolled back, and do not count.
 */
export function countRefusals(work: ServiceContext, productId: number, rules: readonly BlockingRule[]): void {
  const { context, versionedSnapshot } = work
  if (rules.length === 0 || work.unit?.dryRun) return
  context.background.begin(async () => {
    const day = dayOf(context.clock.now(), await readTimeZone(versionedSnapshot.snapshot, context.database))
    await unit(context.database, async (u) => {
      for (const rule of rules) await addStop(u, day, productId, rule)
    })
  })
}
