// Checks that the index for substring search is up to date.
import { defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'
import { countUnindexedRecords, minimumIndexedRecords, maximumUnindexedRecords } from '../storage/trigram-index.js'

export const searches = defineHealthCheck({
  name: 'searches',
  description: 'Substring search: whether the index is up to date.',
  async examine({ app: { context } }) {
    const counts = await countUnindexedRecords(context)
    const outdated = [...counts].filter(([, count]) => count > Math.max(maximumUnindexedRecords, minimumIndexedRecords))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (outdated.length === 0) return [sound(`${total} records wait until their texts are indexed.`)]
    return outdated.map(
      ([entity, count]): HealthReport =>
        doubtful(
          `${count} records of '${entity}' wait until their texts are indexed; a search reads all of them until then.`,
          "Wait some minutes after an import; else look whether svc:serve runs, and what its log says about the task 'index-texts'.",
        ),
    )
  },
})
