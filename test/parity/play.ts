// Plays one parity scenario through a surface, and returns the outcome of every step and the stored rows.
import type { App } from '../../core/app.js'
import { quoteName } from '../../core/storage/database/dialect.js'
import { createEmptyDatabase } from '../support/database.js'
import { bootOn, performOn } from './in-process.js'
import type { Scenario } from './scenarios.js'
import { type Outcome, resolveStep, type SurfaceDefinition } from './surface.js'

/** Tables that differ between runs: tokens, cache versions, leases, idempotency keys and undo data. */
const untold: ReadonlySet<string> = new Set(['svc_tokens', 'svc_versions', 'svc_leases', 'svc_idempotency', 'svc_admin_undo'])

type Rows = Readonly<Record<string, readonly object[]>>

async function rowsOf(app: App): Promise<Rows> {
  const { database } = app.context
  const rows: Record<string, readonly object[]> = {}
  for (const name of [...(await database.dialect.readTables(database)).keys()].sort()) {
    if (untold.has(name)) continue
    const all = await database.query(`SELECT * FROM ${quoteName(name)}`)
    const shop = name === 'svc_system_variables' ? all.filter((row) => row['name'] === 'parity') : all
    if (shop.length > 0)
      rows[name] = shop.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return rows
}

export interface Run {
  /** One per step; null if the surface does not support the step. */
  readonly outcomes: readonly (Outcome | null)[]
  readonly rows: Rows
}

export async function play(definition: SurfaceDefinition, scenario: Scenario): Promise<Run> {
  const empty = await createEmptyDatabase()
  const aside = await bootOn(empty.url)
  const surface = await definition.open(empty.url)
  const ids = new Map<string, number>()
  const outcomes: (Outcome | null)[] = []
  try {
    for (const scenarioStep of scenario.steps) {
      const step = resolveStep(scenarioStep, ids)
      const offered = definition.offers(step)
      const outcome = await (offered ? surface.perform(step) : performOn(aside, step))
      if (scenarioStep.do === 'create' && scenarioStep.key !== undefined && 'id' in outcome)
        ids.set(scenarioStep.key, Number(outcome.id))
      outcomes.push(offered ? outcome : null)
    }
    return { outcomes, rows: await rowsOf(aside) }
  } finally {
    await surface.close()
    await aside.stop()
    await empty.drop()
  }
}

/** As in JSON: undefined values are removed. */
export function neutral(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome)) as unknown
}
