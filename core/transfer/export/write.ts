// Writes a package file to the location that the caller names, complete or not at all.
import { createMessage } from '../../foundation/message.js'
import type { Caller } from '../../foundation/access/caller.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import type { ZipLocation } from '../../storage/files/zip-store.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { createTransferError } from '../transfer-error.js'
import { createPackageLocation, resolvePackageLocation } from '../package/package-location.js'
import { explainWriteError } from '../package/write-error.js'
import { createZip, type ZipWriter } from '../package/write-zip.js'
import { exportProducts, type ExportReport } from './export.js'

export interface ExportInput {
  readonly ids: readonly number[]
  /** null: in the transfer folder, under a name derived from the product ids. */
  readonly out: string | null
  readonly caller: Caller
  progress(sentence: string): void
}

export interface ExportedPackage extends ExportReport {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

/** NOT_FOUND for an unknown product; VALIDATION_FAILED on `out` if the file cannot be written. */
export async function writePackage(work: ServiceContext, { ids, out, caller, progress }: ExportInput): Promise<ExportedPackage> {
  const { context } = work
  const { file, shown: displayPath } =
    out === null ? createPackageLocation(context, caller, ids) : resolvePackageLocation(context, caller, 'out', out)
  const zip = await createPackageZip(file, displayPath)
  try {
    progress(`Writing ${ids.length} ${ids.length === 1 ? 'product' : 'products'}.`)
    const report = await exportProducts(work, ids, zip)
    const size = await zip.finish()
    return { path: displayPath, size, ...report }
  } catch (error) {
    await zip.drop()
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw toWriteRefusal(error, displayPath) ?? createTransferError(context, 'export', error)
  }
}

async function createPackageZip(file: ZipLocation, displayPath: string): Promise<ZipWriter> {
  try {
    return await createZip(file)
  } catch (error) {
    throw toWriteRefusal(error, displayPath) ?? error
  }
}

/** VALIDATION_FAILED for an error that the caller can fix; null for all others. */
function toWriteRefusal(error: unknown, displayPath: string): ValidationError | null {
  const reason = explainWriteError(error)
  return reason === null
    ? null
    : ValidationError.of('out', createMessage('transfer.cannotWrite', { path: displayPath.slice(0, 200), reason }))
}
