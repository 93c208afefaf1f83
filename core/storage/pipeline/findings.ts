// What is doubtful about a write that succeeded: every finder is asked in its unit, before the commit.
import type { Context, StoredRecord } from '../context.js'
import type { Unit } from '../database/unit.js'
import type { Finding } from '../record/shapes.js'

export async function findingsOf(context: Context, u: Unit, stored: StoredRecord): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const finder of context.finders) findings.push(...(await finder(context, u, stored)))
  return findings
}
