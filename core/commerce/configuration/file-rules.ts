// Judges files that shoppers send by what their question takes: extension, content and size.
import type { FileRules } from '../../engine/question/define.js'
import type { Program } from '../../engine/program/program.js'
import { ValidationError } from '../../ground/errors.js'
import type { ReceivedFile } from '../../storage/files/file-store.js'
import { extensionOf, fitsExtension, sniffedTypes } from '../../storage/files/media-type.js'

export const megabyte = 1_048_576
const defaultMegabytes = 20

export function refuse(field: string, message: string): never {
  throw ValidationError.of(field, message)
}

/** Bytes that the question takes. */
export function limitOf({ megabytes }: FileRules): number {
  return (megabytes ?? defaultMegabytes) * megabyte
}

export function judgeName({ extensions }: FileRules, name: string): void {
  if (extensions.length === 0 || extensions.includes(extensionOf(name))) return
  refuse('name', `This question takes files of the kinds ${extensions.join(', ')}, not '${name}'.`)
}

/** The type of the content, which the question takes and the name promises. */
export async function judgeContent(
  { mediaTypes: types }: FileRules,
  name: string,
  { size, head }: ReceivedFile,
): Promise<string> {
  if (size === 0) refuse('file', 'The file is empty. Send its bytes as the body.')
  const found = await sniffedTypes(head)
  const allowed = types.length === 0 || found.some((type) => types.includes(type) || types.includes(`${type.split('/')[0]}/*`))
  if (!allowed || !fitsExtension(extensionOf(name), found)) {
    refuse(
      'file',
      `The content of '${name}' is of the type ${found[0]}, which this question does not take or its name does not promise.`,
    )
  }
  return found[0]
}

/** The limits of all questions of the product that take files. */
export function fileLimits(program: Program): readonly number[] {
  return program.questions.flatMap(({ type, settings }) => {
    const rules = type.files?.(settings)
    return rules ? [limitOf(rules)] : []
  })
}
