// Reads the sheet file that a command names.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createMessage, decodeText, FileFault, FileFindings, ValidationError } from '#core/contract.js'
import { getMessage, maxSheetLength } from '#core/surface.js'

interface SheetOption {
  /** The name of the command's option. */
  readonly option: string
  /** Reports a warning, for example that the encoding of the file is a guess. */
  progress(sentence: string): void
}

/** Returns the text. Rejects the option if the file is missing, is not text, or exceeds the maximum size of a sheet. */
export async function readSheetFile(path: string, { option, progress }: SheetOption): Promise<string> {
  const file = resolve(path)
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw ValidationError.of(option, createMessage('commands.sheetFileMissing', { file }))
  if (fileStats.size > maxSheetLength * 4)
    throw ValidationError.of(option, createMessage('commands.sheetFileTooLarge', { file, most: maxSheetLength }))
  const findings = new FileFindings()
  const text = decodeSheet(await readFile(file), findings, option)
  for (const { message } of findings.list()) progress(message)
  return text
}

function decodeSheet(bytes: Uint8Array, findings: FileFindings, option: string): string {
  try {
    return decodeText(bytes, findings)
  } catch (error) {
    throw error instanceof FileFault ? ValidationError.of(option, getMessage(error)) : error
  }
}

/** A product state as actions accept it: ids and package names unchanged, sheets by their text. */
export async function readProductState(source: string, sheet: SheetOption): Promise<string> {
  if (!/\.(ya?ml|json)$/i.test(source)) return source
  // The line break marks the text as a sheet: actions take a single line as a name.
  return `${await readSheetFile(source, sheet)}\n`
}
