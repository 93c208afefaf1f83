// Reads the file of a sheet that a command names.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ValidationError } from '#core/foundation/errors.js'
import { longestSheet } from '#core/transfer/sheet/define.js'

/** The text; a refusal of the option where there is none, or more than a sheet can be. */
export async function sheetIn(given: string, option: string): Promise<string> {
  const file = resolve(given)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw ValidationError.of(option, `There is no file '${file}'; name the file of a sheet.`)
  if (found.size > longestSheet * 4)
    throw ValidationError.of(option, `The file '${file}' is larger than a sheet of ${longestSheet} characters can be.`)
  return readFile(file, 'utf8')
}

/** A state of a product as actions take it: ids and packages as they are, sheets by their text. */
export async function stateOf(given: string, option: string): Promise<string> {
  if (!/\.(ya?ml|json)$/i.test(given)) return given
  // A text of one line would be taken for a name.
  return `${await sheetIn(given, option)}\n`
}
