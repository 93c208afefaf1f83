// Validates uploaded files against the rules of their question: extension, content type and size.
import { translateMessage, type Texts } from '../../engine/program/evaluation-context.js'
import type { FileRules } from '../../engine/question/question-type.js'
import type { Program } from '../../engine/program/program.js'
import { ValidationError } from '../../foundation/errors.js'
import type { ReceivedFile } from '../../storage/files/file-store.js'
import { getFileExtension, isTypeAllowedForExtension, detectMediaTypes } from '../../storage/files/media-type.js'

export const megabyte = 1_048_576
const defaultMegabytes = 20

/** A ValidationError with a message in the shopper's language. */
export function createTranslatedError(
  texts: Texts | undefined,
  field: string,
  sentence: string,
  values: Readonly<Record<string, string | number>>,
): ValidationError {
  return ValidationError.of(field, translateMessage(texts, sentence, values))
}

/** File extensions with the same meaning. */
const extensionSynonyms: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', htm: 'html', yaml: 'yml' }

/** Size limit in bytes. */
export function getSizeLimit({ megabytes }: FileRules): number {
  return (megabytes ?? defaultMegabytes) * megabyte
}

export function validateFileName({ extensions }: FileRules, name: string, texts: Texts | undefined): void {
  const canonical = (extension: string): string => extensionSynonyms[extension] ?? extension
  const fileExtension = canonical(getFileExtension(name))
  if (extensions.length === 0 || extensions.some((extension) => canonical(extension) === fileExtension)) return
  const sentence = 'shop.fileTypeUnsupported'
  throw createTranslatedError(texts, 'name', sentence, { extensions: extensions.join(', '), name })
}

/** Returns the content type. ValidationError unless the question allows it and it matches the file extension. */
export async function validateFileContent(
  { mediaTypes: types }: FileRules,
  name: string,
  { size, head }: ReceivedFile,
  texts: Texts | undefined,
): Promise<string> {
  if (size === 0) throw createTranslatedError(texts, 'file', 'shop.fileEmpty', { name })
  const detectedTypes = await detectMediaTypes(head)
  const allowed =
    types.length === 0 || detectedTypes.some((type) => types.includes(type) || types.includes(`${type.split('/')[0]}/*`))
  if (!allowed || !isTypeAllowedForExtension(getFileExtension(name), detectedTypes)) {
    const sentence = 'shop.fileContentMismatch'
    throw createTranslatedError(texts, 'file', sentence, { name, type: detectedTypes[0] })
  }
  return detectedTypes[0]
}

/** Size limits in bytes of all questions of the product that take files. */
export function listSizeLimits(program: Program): readonly number[] {
  return program.questions.flatMap(({ type, settings }) => {
    const rules = type.files?.(settings)
    return rules ? [getSizeLimit(rules)] : []
  })
}
