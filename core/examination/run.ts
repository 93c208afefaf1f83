// Examines an installation: one thing after the other, none of which can keep the next from being looked at.
import type { Owned } from '../model/registry.js'
import { broken, type Examination, type ExaminationScope, type Opinion } from './define.js'

/** What one examination came to. */
export interface Examined {
  readonly examination: string
  readonly owner: string
  readonly opinions: readonly Opinion[]
}

/** Milliseconds after which an examination counts as failed: its subject hangs. */
const patience = 20_000

export async function examineAll(
  scope: ExaminationScope,
  examinations: readonly Owned<Examination>[],
): Promise<readonly Examined[]> {
  const results: Examined[] = []
  for (const { owner, item } of examinations) {
    results.push({ examination: item.name, owner, opinions: await examineOne(scope, item) })
  }
  return results
}

async function examineOne(scope: ExaminationScope, examination: Examination): Promise<readonly Opinion[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${patience / 1000} seconds`)), patience)
  })
  try {
    return await Promise.race([examination.examine(scope), late])
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
    return [broken(`This could not be examined: ${reason}`, 'Mend what the sentence names, then ask again.')]
  } finally {
    clearTimeout(timer)
  }
}
