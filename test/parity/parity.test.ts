// Storage behaviour is identical across surfaces: the same steps give the same outcomes and leave the same rows.
import { expect } from 'chai'
import type { App } from '../../core/app.js'
import { quote } from '../../core/storage/database/dialect.js'
import { createEmptyDatabase } from '../support/database.js'
import { actions } from './actions.js'
import { commandLine } from './command-line.js'
import { bootOn, inProcess, performOn } from './in-process.js'
import { mcpOverHttp, mcpOverStdio } from './mcp.js'
import { rest } from './rest.js'
import { type Scenario, scenarios } from './scenarios.js'
import { type Outcome, resolveStep, type SurfaceDefinition } from './surface.js'

const surfaces: readonly SurfaceDefinition[] = [inProcess, rest, actions, commandLine, mcpOverHttp, mcpOverStdio]

/** What a run says of itself, not of the shop: tokens, cache versions, leases, the installation's own secret and times. */
const untold: ReadonlySet<string> = new Set(['svc_tokens', 'svc_versions', 'svc_leases', 'svc_idempotency'])

type Rows = Readonly<Record<string, readonly object[]>>

async function rowsOf(app: App): Promise<Rows> {
  const { database } = app.context
  const rows: Record<string, readonly object[]> = {}
  for (const name of [...(await database.dialect.readTables(database)).keys()].sort()) {
    if (untold.has(name)) continue
    const all = await database.query(`SELECT * FROM ${quote(name)}`)
    const shop = name === 'svc_system_variables' ? all.filter((row) => row['name'] === 'parity') : all
    if (shop.length > 0)
      rows[name] = shop.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return rows
}

interface Run {
  /** One per step; null where the surface has no such step. */
  readonly outcomes: readonly (Outcome | null)[]
  readonly rows: Rows
}

async function play(definition: SurfaceDefinition, scenario: Scenario): Promise<Run> {
  const empty = await createEmptyDatabase()
  const aside = await bootOn(empty.url)
  const surface = await definition.open(empty.url)
  const ids = new Map<string, number>()
  const outcomes: (Outcome | null)[] = []
  try {
    for (const given of scenario.steps) {
      const step = resolveStep(given, ids)
      const offered = definition.offers(step)
      const outcome = await (offered ? surface.perform(step) : performOn(aside, step))
      if (given.do === 'create' && given.key !== undefined && 'id' in outcome) ids.set(given.key, Number(outcome.id))
      outcomes.push(offered ? outcome : null)
    }
    return { outcomes, rows: await rowsOf(aside) }
  } finally {
    await surface.close()
    await aside.stop()
    await empty.drop()
  }
}

for (const scenario of scenarios) {
  describe(`parity: ${scenario.name}`, () => {
    let model: Run
    before(async () => {
      model = await play(inProcess, scenario)
    })

    it('goes as the table says', () => {
      const refused = model.outcomes.flatMap((outcome) => (outcome !== null && 'refused' in outcome ? [outcome] : []))
      expect(
        refused.map((outcome) => outcome.refused),
        JSON.stringify(refused),
      ).to.deep.equal(scenario.refused ?? [])
    })

    for (const definition of surfaces.filter((surface) => surface !== inProcess && scenario.steps.some(surface.offers))) {
      it(`is the same through ${definition.name}`, async function () {
        this.timeout(20_000)
        const run = await play(definition, scenario)
        for (const [index, outcome] of run.outcomes.entries()) {
          const step = `step ${index + 1}, ${scenario.steps[index]!.do}`
          if (outcome === null) continue
          const { comparable = (told: Outcome): unknown => told } = definition
          expect(neutral(comparable(outcome)), step).to.deep.equal(neutral(comparable(model.outcomes[index]!)))
        }
        expect(run.rows).to.deep.equal(model.rows)
      })
    }
  })
}

/** As JSON carries it: what is undefined is absent. */
function neutral(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome)) as unknown
}
