// Reads the sheet file that a command names.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ValidationError } from '#core/foundation/errors.js'
import { maxSheetLength } from '#core/transfer/sheet/define.js'

/** Returns the text. Rejects the option if the file is missing or larger than a sheet may be. */
export async function readSheetFile(path: string, option: string): Promise<string> {
  const file = resolve(path)
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw ValidationError.of(option, `There is no file '${file}'; name the file of a sheet.`)
  if (fileStats.size > maxSheetLength * 4)
    throw ValidationError.of(option, `The file '${file}' is larger than a sheet of ${maxSheetLength} characters can be.`)
  return readFile(file, 'utf8')
}

/** A product state as actions accept it: ids and package names unchanged, sheets by their text. */
export async function readProductState(source: string, option: string): Promise<string> {
  if (!/\.(ya?ml|json)$/i.test(source)) return source
  // The line break marks the text as a sheet: actions take a single line as a name.
  return `${await readSheetFile(source, option)}\n`
}
