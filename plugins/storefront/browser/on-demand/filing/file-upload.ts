// Uploads a shopper's files to the service, tracks their progress, and retries a lost upload on request.
import type { ProductReply } from '#core/surface.js'
import type { RuntimeApi } from '../../runtime-api.js'
import type { ConfigurationCache } from '../../configuration-cache.js'
import { type ProblemDetails, ApiFailure } from '../../api-client.js'
import type { DeferredTexts } from '../../../text/types.js'

/** Milliseconds without progress after which an upload counts as lost. */
const uploadTimeout = 30_000

/** The members of the session that this module uses. */
export interface UploadSession {
  readonly api: RuntimeApi | null
  readonly catalogue: ProductReply | null
  readonly cache: ConfigurationCache
  /** Null until they have loaded. */
  readonly deferredTexts: Pick<DeferredTexts, 'tooLarge'> | null
  readonly host: { requestUpdate(): void }
  /** Aborts the upload in progress, by question. */
  readonly uploadAborts: Map<number, () => void>
  readonly files: Map<number, File>
  readonly refused: Map<number, string | ApiFailure>
  at: number | null
  enter(questionId: number, value: string): void
  /** Replaces an expired configuration by a new one; false if that failed. */
  renew(entries: readonly []): Promise<boolean>
}

/** The latest file of a question. */
export interface FileUpload {
  readonly file: File
  /** The id to select; null until the upload is complete. */
  id: string | null
  /** Progress from 0 to 1. */
  arrived: number
  /** The upload failed and can be repeated. */
  isLost: boolean
  /** Drawn locally by the browser; null if the file is not an image. */
  preview: HTMLCanvasElement | null
  isRemoved: boolean
}

const uploadsBySession = new WeakMap<object, Map<number, FileUpload>>()

export const findUpload = (session: object, questionId: number): FileUpload | undefined =>
  uploadsBySession.get(session)?.get(questionId)

/** Maximum preview size in CSS pixels. Larger images are scaled down. */
const maxPreviewSize = { width: 240, height: 160 }

/** Draws on a canvas instead of a blob URL, which some security policies forbid. */
async function drawPreview(file: File): Promise<HTMLCanvasElement | null> {
  if (!file.type.startsWith('image/')) return null
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const scale = Math.min(1, maxPreviewSize.width / picture.width, maxPreviewSize.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas
}

async function showPreview(session: UploadSession, upload: FileUpload): Promise<void> {
  upload.preview = await drawPreview(upload.file)
  session.host.requestUpdate()
}

/** Uses XMLHttpRequest because `fetch` reports no upload progress. Returns null if aborted. */
function transferFile(session: UploadSession, questionId: number, upload: FileUpload): Promise<string | null> {
  const api = session.api!
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lose = (): void => reject(new ApiFailure(0))
    let timer = 0
    let isStopped = false
    const wait = (): void => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), uploadTimeout)
    }
    session.uploadAborts.set(questionId, () => {
      isStopped = true
      request.abort()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      upload.arrived = total > 0 ? loaded / total : 0
      session.host.requestUpdate()
    })
    request.addEventListener('load', () => {
      const answer = request.response as (ProblemDetails & { readonly data?: { readonly id: string } }) | null
      const id = answer?.data?.id
      if (request.status < 300 && id !== undefined) resolve(id)
      else reject(new ApiFailure(request.status < 300 ? 0 : request.status, answer ?? {}))
    })
    request.addEventListener('error', lose)
    request.addEventListener('abort', () => (isStopped ? resolve(null) : lose()))
    request.addEventListener('loadend', () => clearTimeout(timer))
    request.open(
      'POST',
      api.configurationUrl(session.cache.token!, '/uploads', { question_id: String(questionId), name: upload.file.name }),
    )
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (api.shopper) request.setRequestHeader('x-svc-shopper', api.shopper)
    wait()
    request.send(upload.file)
  })
}

/** Uploads a file for a question and selects it. Aborts an upload in progress. */
export async function sendUpload(session: UploadSession, questionId: number, file: File): Promise<void> {
  if (session.cache.token === null) return
  abortUpload(session, questionId)
  const own = uploadsBySession.get(session) ?? new Map<number, FileUpload>()
  uploadsBySession.set(session, own)
  const upload: FileUpload = { file, id: null, arrived: 0, isLost: false, preview: null, isRemoved: false }
  own.set(questionId, upload)
  session.at = questionId
  session.refused.delete(questionId)
  void showPreview(session, upload)
  const underWay = transferFile(session, questionId, upload)
  const stop = session.uploadAborts.get(questionId)
  session.host.requestUpdate()
  try {
    const id = await underWay
    if (id === null) return
    session.files.set(questionId, file)
    upload.id = id
    session.enter(questionId, id)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (error.status === 404 && (await session.renew([]))) return await sendUpload(session, questionId, file)
    upload.isLost = error.isTemporary
    const { deferredTexts } = session
    session.refused.set(questionId, error.status === 413 && deferredTexts !== null ? deferredTexts.tooLarge : error)
    if (error.isTemporary) addEventListener('online', () => retryUpload(session, questionId, upload), { once: true })
  } finally {
    if (session.uploadAborts.get(questionId) === stop) session.uploadAborts.delete(questionId)
    session.host.requestUpdate()
  }
}

/** Repeats a lost upload, unless it has arrived or was replaced in the meantime. */
export function retryUpload(session: UploadSession, questionId: number, upload: FileUpload): void {
  if (upload.isLost && findUpload(session, questionId) === upload) void sendUpload(session, questionId, upload.file)
}

/** Aborts the upload. The previously saved file remains selected. */
export function abortUpload(session: UploadSession, questionId: number): void {
  session.uploadAborts.get(questionId)?.()
  session.uploadAborts.delete(questionId)
  session.refused.delete(questionId)
  uploadsBySession.get(session)?.delete(questionId)
  session.host.requestUpdate()
}

/** Clears the selected file. */
export function removeUpload(session: UploadSession, questionId: number): void {
  const upload = findUpload(session, questionId)
  if (upload) upload.isRemoved = true
  session.files.delete(questionId)
  session.enter(questionId, '')
}

/** Refuses a file that is not sent. */
export function refuseUpload(session: UploadSession, questionId: number, message: string): void {
  session.refused.set(questionId, message)
  session.host.requestUpdate()
}
