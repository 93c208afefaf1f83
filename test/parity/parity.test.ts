// All surfaces behave the same: the same steps have the same outcomes and store the same rows.
import { expect } from 'chai'
import { actions } from './actions.js'
import { admin } from './admin.js'
import { commandLine } from './command-line.js'
import { inProcess } from './in-process.js'
import { mcpOverHttp, mcpOverStdio } from './mcp.js'
import { neutral, play, type Run } from './play.js'
import { rest } from './rest.js'
import { scenarios } from './scenarios.js'
import type { Outcome, SurfaceDefinition } from './surface.js'

const surfaces: readonly SurfaceDefinition[] = [inProcess, rest, admin, actions, commandLine, mcpOverHttp, mcpOverStdio]

for (const scenario of scenarios) {
  describe(`parity: ${scenario.name}`, () => {
    let model: Run
    before(async () => {
      model = await play(inProcess, scenario)
    })

    it('is rejected in-process with the declared codes only', () => {
      const refused = model.outcomes.flatMap((outcome) => (outcome !== null && 'refused' in outcome ? [outcome] : []))
      expect(
        refused.map((outcome) => outcome.refused),
        JSON.stringify(refused),
      ).to.deep.equal(scenario.refused ?? [])
    })

    for (const definition of surfaces.filter((surface) => surface !== inProcess && scenario.steps.some(surface.offers))) {
      it(`has the same outcomes and rows through ${definition.name}`, async () => {
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
