// Runs the health checks one by one. A failing or hanging check does not prevent the others.
import type { OwnedItem } from '../model/registry.js'
import { broken, type HealthCheck, type HealthCheckScope, type HealthReport } from './define-health-check.js'

/** The results of one health check. */
export interface HealthCheckResult {
  readonly check: string
  readonly owner: string
  readonly opinions: readonly HealthReport[]
}

/** Milliseconds after which a check is considered failed because its subject does not respond. */
const timeout = 20_000

export async function runHealthChecks(
  scope: HealthCheckScope,
  healthChecks: readonly OwnedItem<HealthCheck>[],
): Promise<readonly HealthCheckResult[]> {
  const results: HealthCheckResult[] = []
  for (const { owner, item } of healthChecks) {
    results.push({ check: item.name, owner, opinions: await runHealthCheck(scope, item) })
  }
  return results
}

async function runHealthCheck(scope: HealthCheckScope, healthCheck: HealthCheck): Promise<readonly HealthReport[]> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${timeout / 1000} seconds`)), timeout)
  })
  try {
    return await Promise.race([healthCheck.examine(scope), timedOut])
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
    return [broken(`This could not be examined: ${reason}`, 'Mend what the sentence names, then ask again.')]
  } finally {
    clearTimeout(timer)
  }
}
