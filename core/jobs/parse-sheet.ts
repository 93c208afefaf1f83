// Parses the YAML of a large product sheet without blocking the main thread.
import { ValidationError } from '../foundation/errors.js'
import type { SheetParseResult } from '../foundation/sheet-text.js'
import { defineWorkerJob } from './define-worker-job.js'

/** Returns the issues of a text that is not a sheet: errors lose their class between threads. */
export async function parseSheet(text: string): Promise<SheetParseResult> {
  const { readYaml } = await import('../transfer/sheet/yaml.js')
  try {
    const { value, places } = readYaml(text)
    const { lines, sources } = places
    const [valueText, lineText, sourceText] = [value, [...lines], [...sources]].map((part) => JSON.stringify(part))
    return { parsed: { value: valueText!, lines: lineText!, sources: sourceText! } }
  } catch (error) {
    if (error instanceof ValidationError) return { issues: error.issues }
    throw error
  }
}

export const parseSheetJob = defineWorkerJob<{ readonly text: string }, SheetParseResult>({
  name: 'parse-sheet',
  run: (_scope, { text }) => parseSheet(text),
})
