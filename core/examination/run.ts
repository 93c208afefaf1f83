// Runs the health checks one by one. A failing or hanging check does not prevent the others.
import type { Owned } from '../model/registry.js'
import { broken, type Examination, type ExaminationScope, type Opinion } from './define.js'

/** The results of one health check. */
export interface Examined {
  readonly examination: string
  readonly owner: string
  readonly opinions: readonly Opinion[]
}

/** Milliseconds after which a check is considered failed because its subject does not respond. */
const timeout = 20_000

export async function examineAll(
  scope: ExaminationScope,
  examinations: readonly Owned<Examination>[],
): Promise<readonly Examined[]> {
  const results: Examined[] = []
  for (const { owner, item } of examinations) {
    results.push({ examination: item.name, owner, opinions: await runHealthCheck(scope, item) })
  }
  return results
}

async function runHealthCheck(scope: ExaminationScope, examination: Examination): Promise<readonly Opinion[]> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${timeout / 1000} seconds`)), timeout)
  })
  try {
    return await Promise.race([examination.examine(scope), timedOut])
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
    return [broken(`This could not be examined: ${reason}`, 'Mend what the sentence names, then ask again.')]
  } finally {
    clearTimeout(timer)
  }
}
