// Parses and formats the YAML of a large product sheet without blocking the main thread.
import { ValidationError } from '../foundation/errors.js'
import type { SheetParseResult } from '../foundation/sheet-text.js'
import { defineWorkerJob } from './define-worker-job.js'

/** Returns the issues of a text that is not a sheet: errors lose their class between threads. */
export async function parseSheetYaml(text: string): Promise<SheetParseResult> {
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

/** `json` is the sheet's value: a text is copied faster between threads than the objects that it describes. */
export async function formatSheetYaml(json: string, open: readonly string[]): Promise<string> {
  const { writeYaml } = await import('../transfer/sheet/yaml.js')
  return writeYaml(JSON.parse(json) as Readonly<Record<string, unknown>>, new Set(open))
}

export const formatSheetJob = defineWorkerJob<{ readonly json: string; readonly open: readonly string[] }, string>({
  name: 'format-sheet',
  run: (_scope, { json, open }) => formatSheetYaml(json, open),
})

export const parseSheetJob = defineWorkerJob<{ readonly text: string }, SheetParseResult>({
  name: 'parse-sheet',
  run: (_scope, { text }) => parseSheetYaml(text),
})
