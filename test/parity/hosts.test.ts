// The entity API is the same on every host: all parity scenarios are played on all four hosts, and differences are declared here.
import { expect } from 'chai'
import type { Platform } from '../../core/foundation/property/kind.js'
import { hostsUnderTest } from '../hosts/host-list.js'
import { inProcess } from './in-process.js'
import { neutral, play, type Run } from './play.js'
import { restOn } from './rest.js'
import { scenarios } from './scenarios.js'

/** Every difference from the standalone host: the path in an outcome or in the rows, and the value there. */
const declared: Readonly<Record<Platform, readonly string[]>> = {
  standalone: [],
  cms_a: [],
  cms_b: [],
  shop_platform: [
    '.record.page_nav_block_on_missing = "no"',
    '.svc_product.0.page_nav_block_on_missing = "no"',
    // The host calculates prices, so a product needs no tax class.
    '.issues.tax_class_id = nothing',
  ],
}

/** Issues by field, so that a missing one does not shift the others. */
function byField(outcome: unknown): unknown {
  const { issues, ...rest } = neutral(outcome) as {
    readonly issues?: readonly { readonly field: string; readonly message: string }[]
  }
  return issues ? { ...rest, issues: Object.fromEntries(issues.map(({ field, message }) => [field, message])) } : rest
}

/** The paths at which two values differ, with the value of the second one. */
function differences(model: unknown, actual: unknown, path = ''): readonly string[] {
  if (JSON.stringify(model) === JSON.stringify(actual)) return []
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isObject(model) || !isObject(actual)) return [`${path} = ${JSON.stringify(actual) ?? 'nothing'}`]
  const [a, b] = [model, actual] as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => differences(a[key], b[key], `${path}.${key}`))
}

describe('Parity of hosts', () => {
  const models = new Map<string, Run>()
  before(async function () {
    this.timeout(120_000)
    for (const scenario of scenarios) models.set(scenario.name, await play(inProcess, scenario))
  })

  for (const host of hostsUnderTest) {
    it(`${host.platform} has the outcomes and rows of the standalone host, except for declared differences`, async function () {
      this.timeout(120_000)
      await host.start?.()
      const differing = new Set<string>()
      const surface = restOn(host.platform, () => host.create(), '/en')
      for (const scenario of scenarios.filter(({ steps }) => steps.some(surface.offers))) {
        const model = models.get(scenario.name)!
        const run = await play(surface, scenario)
        for (const [index, outcome] of run.outcomes.entries()) {
          if (outcome === null) continue
          for (const difference of differences(byField(model.outcomes[index]), byField(outcome))) differing.add(difference)
        }
        for (const rowDifference of differences(neutral(model.rows), neutral(run.rows))) differing.add(rowDifference)
      }
      await host.stop?.()
      expect([...differing].sort()).to.deep.equal([...declared[host.platform]].sort())
    })
  }
})
