// Parses and formats the texts of product sheets: small ones directly, larger ones in worker jobs.
import { createMessage, ValidationError, type Issue, defineWorkerJob, type Context } from '#core/contract.js'
import type { ParsedSheetText } from './yaml.js'

export interface SheetDocument {
  readonly value: Readonly<Record<string, unknown>>
  /** Keys whose values are never written on one line. */
  readonly open: readonly string[]
}

type SheetParseResult = { readonly parsed: ParsedSheetText } | { readonly issues: readonly Issue[] }

/** Returns the issues of a text that is not a sheet: errors lose their class between threads. */
async function parseSheetYaml(text: string): Promise<SheetParseResult> {
  const { readYaml } = await import('./yaml.js')
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
async function formatSheetYaml(json: string, open: readonly string[]): Promise<string> {
  const { writeYaml } = await import('./yaml.js')
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

/** Maximum length in characters of a text that is parsed directly, and of JSON that is formatted directly: about 10 ms. */
const smallText = 65_536

const tooSlow = createMessage('errors.sheetTooSlow')
const formattingTooSlow = createMessage('errors.sheetFormatTooSlow')

type TextScope = Pick<Context, 'serviceJobs'>

/** VALIDATION_FAILED with the line for a text that is not a sheet. */
export async function parseSheetText({ serviceJobs }: TextScope, text: string): Promise<ParsedSheetText> {
  const result = text.length <= smallText ? await parseSheetYaml(text) : await serviceJobs.run(parseSheetJob, { text }, tooSlow)
  if ('issues' in result) throw new ValidationError(result.issues)
  return result.parsed
}

/** The sheet as YAML. */
export async function formatSheetDocument({ serviceJobs }: TextScope, { value, open }: SheetDocument): Promise<string> {
  const json = JSON.stringify(value)
  return json.length <= smallText
    ? formatSheetYaml(json, open)
    : serviceJobs.run(formatSheetJob, { json, open }, formattingTooSlow)
}
