// Parses `multipart/form-data` from a stream, with limits on parts and files. Only this file uses the multipart library.
import { createMessage, formatValue, ValidationError } from '#core/contract.js'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/** Maximum number of parts of a form, fields and files together. */
const maxFormParts = 200
/** Bytes passed to the parser per step. Parsing can stop between two steps. */
const chunkSize = 16_384

export interface FormFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface FormParts {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly FormFile[]
}

export interface FormLimits {
  readonly files: number
  /** Maximum bytes of one part. */
  readonly partSize: number
}

function createMalformedFormError(): ValidationError {
  return ValidationError.of('body', createMessage('errors.bodyNotMultipart'))
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

/** Browsers percent-encode these three characters in a file name (HTML Standard, multipart/form-data). */
function decodeFileName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** Parses one form and stops at the first error. */
class FormParser {
  private readonly fields: [string, string][] = []
  private readonly files: FormFile[] = []
  private readonly parser: BusboyInstance
  private fileCount = 0
  private problem: ValidationError | null = null
  private readonly ended: Promise<void>

  constructor(
    contentType: string,
    private readonly limits: FormLimits,
  ) {
    try {
      this.parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: maxFormParts, fieldSize: limits.partSize, fileSize: limits.partSize },
        // A part with a file name is a file. Its content type is ignored.
        isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      })
    } catch {
      throw createMalformedFormError()
    }
    this.ended = new Promise((resolve) => {
      this.parser.on('finish', resolve)
      this.parser.on('error', () => {
        this.stop(createMalformedFormError())
        resolve()
      })
    })
    this.parser.on('partsLimit', () =>
      this.stop(ValidationError.of('body', createMessage('errors.tooManyParts', { most: maxFormParts }))),
    )
    this.parser.on('field', (name, value) => {
      if (typeof name !== 'string') this.stop(createMalformedFormError())
      else this.fields.push([name, value])
    })
    this.parser.on('file', (name, file, fileName) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => this.files.push({ name: decodeFileName(fileName), bytes: Buffer.concat(chunks) }))
      // Without a listener, an error would end the process.
      file.on('error', () => undefined)
      if (++this.fileCount > this.limits.files) this.stop(this.refuseFile(name))
    })
  }

  private refuseFile(name: string): ValidationError {
    if (this.limits.files > 0) return ValidationError.of('file', createMessage('errors.oneFileRequired'))
    return ValidationError.of(name, createMessage('errors.fieldSentAsFile', { name: formatValue(name) }))
  }

  private stop(problem: ValidationError): void {
    this.problem ??= problem
  }

  async run(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<FormParts> {
    for await (const bytes of body) {
      for (const chunk of splitIntoChunks(bytes)) {
        const isReady = this.parser.write(chunk)
        if (this.problem !== null) throw this.problem
        if (!isReady) await Promise.race([this.ended, new Promise((resolve) => this.parser.once('drain', resolve))])
      }
    }
    this.parser.end()
    await this.ended
    if (this.problem !== null) throw this.problem
    return { fields: this.fields, files: this.files }
  }
}

/** Throws VALIDATION_FAILED if the form is malformed, or has more parts or files than the limits allow. */
export async function parseForm(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
  limits: FormLimits,
): Promise<FormParts> {
  return new FormParser(contentType, limits).run(body)
}
