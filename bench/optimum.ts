// Measures the optimizer on the oracle products with a price per answer: best configuration, and preferences from random ones.
// Run `npm run bench:optimum`. Reports wall-clock milliseconds.
import { optimizeConfiguration } from '../core/engine/optimum/optimizer.js'
import { type OptimumReport, type OptimumRequest, type Preference } from '../core/engine/optimum/optimum-request.js'
import type { ProductSource } from '../core/engine/program/source.js'
import { anonymousContext, convertOracle, stockTypes } from '../test/core/engine/engine-product.js'
import { listOracleFolders, readOracleProduct } from '../test/oracle/oracle-product.js'
import { createSeededRandom } from '../test/core/product/model-product.js'

/** Searches with preferences per product. */
const searches = 20
/** Time limit in seconds per search, as for a shopper. */
const secondsPerSearch = 3

const cheapestRequest: OptimumRequest = {
  aim: 'cheapest',
  from: null,
  wishes: [],
  mostChanges: null,
  alternatives: 0,
  ties: false,
  ceilings: { net: null, recurring: null, weight: null },
}

function withRandomPrices(source: ProductSource, random: () => number): ProductSource {
  return { ...source, answers: source.answers.map((answer) => ({ ...answer, price: Math.floor(random() * 400) / 4 })) }
}

async function measureSearch(source: ProductSource, request: OptimumRequest): Promise<readonly [number, OptimumReport]> {
  const from = performance.now()
  const spent = (share: number): boolean => performance.now() - from > share * secondsPerSearch * 1_000
  const report = await optimizeConfiguration(source, stockTypes, anonymousContext, request, spent)
  return [performance.now() - from, report]
}

/** The percentile of the values at `share` (0 to 1). */
function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

for (const folder of listOracleFolders()) {
  const random = createSeededRandom(7)
  const source = withRandomPrices(convertOracle(readOracleProduct(folder)).source, random)
  const [first, { configurations }] = await measureSearch(source, cheapestRequest)
  const times: number[] = []
  let proven = 0
  for (let search = 0; search < searches; search++) {
    const wishes = Array.from({ length: 3 }, (): Preference => {
      const { question_id, id } = source.answers[Math.floor(random() * source.answers.length)]!
      return { question_id, values: [String(id)], weight: 1 + Math.floor(random() * 3) }
    })
    const [time, report] = await measureSearch(source, {
      ...cheapestRequest,
      aim: 'closest',
      wishes,
      alternatives: 2,
      ties: true,
    })
    times.push(time)
    if (report.configurations[0]?.proven || report.impossible) proven++
  }
  const columns = [first, computePercentile(times, 0.5), computePercentile(times, 0.95)].map((time) =>
    time.toFixed(0).padStart(6),
  )
  console.log(
    `${folder.padEnd(22)} cheapest ${columns[0]} ms${configurations[0]?.proven ? ', proven' : ''}; wishes and two more: ` +
      `p50 ${columns[1]} ms, p95 ${columns[2]} ms, the first proven in ${proven} of ${searches}`,
  )
}
