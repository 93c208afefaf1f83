// Uploads a shopper's files to the service, tracks their progress, and retries a lost upload on request.
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { RuntimeApi } from '../../api.js'
import type { Holding } from '../../holding.js'
import { type Problem, ServiceFailure } from '../../service.js'
import { fileTextsIn } from './words.js'

/** Milliseconds without progress after which an upload counts as lost. */
const patience = 30_000

/** The members of the session that this module uses. */
export interface Sender {
  readonly api: RuntimeApi | null
  readonly catalogue: ProductReply | null
  readonly holding: Holding
  readonly host: { requestUpdate(): void }
  /** Aborts the upload in progress, by question. */
  readonly uploading: Map<number, () => void>
  readonly files: Map<number, File>
  readonly refused: Map<number, string | ServiceFailure>
  at: number | null
  enter(questionId: number, value: string): void
  /** Replaces an expired configuration by a new one; false if that failed. */
  renew(entries: readonly []): Promise<boolean>
}

/** The latest file of a question. */
export interface Sent {
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

const all = new WeakMap<object, Map<number, Sent>>()

export const sentTo = (session: object, questionId: number): Sent | undefined => all.get(session)?.get(questionId)

/** Maximum preview size in CSS pixels. Larger images are scaled down. */
const room = { width: 240, height: 160 }

/** Draws on a canvas instead of a blob URL, which some security policies forbid. */
async function drawn(file: File): Promise<HTMLCanvasElement | null> {
  if (!file.type.startsWith('image/')) return null
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas
}

async function show(session: Sender, sent: Sent): Promise<void> {
  sent.preview = await drawn(sent.file)
  session.host.requestUpdate()
}

/** Uses XMLHttpRequest because `fetch` reports no upload progress. Returns null if aborted. */
function carried(session: Sender, questionId: number, sent: Sent): Promise<string | null> {
  const api = session.api!
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lose = (): void => reject(new ServiceFailure(0))
    let timer = 0
    let isStopped = false
    const wait = (): void => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), patience)
    }
    session.uploading.set(questionId, () => {
      isStopped = true
      request.abort()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      sent.arrived = total > 0 ? loaded / total : 0
      session.host.requestUpdate()
    })
    request.addEventListener('load', () => {
      const answer = request.response as (Problem & { readonly data?: { readonly id: string } }) | null
      const id = answer?.data?.id
      if (request.status < 300 && id !== undefined) resolve(id)
      else reject(new ServiceFailure(request.status < 300 ? 0 : request.status, answer ?? {}))
    })
    request.addEventListener('error', lose)
    request.addEventListener('abort', () => (isStopped ? resolve(null) : lose()))
    request.addEventListener('loadend', () => clearTimeout(timer))
    request.open('POST', api.of(session.holding.token!, '/uploads', { question_id: String(questionId), name: sent.file.name }))
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (api.shopper) request.setRequestHeader('x-svc-shopper', api.shopper)
    wait()
    request.send(sent.file)
  })
}

/** Uploads a file for a question and selects it. Aborts an upload in progress. */
export async function sendFile(session: Sender, questionId: number, file: File): Promise<void> {
  if (session.holding.token === null) return
  stopFile(session, questionId)
  const own = all.get(session) ?? new Map<number, Sent>()
  all.set(session, own)
  const sent: Sent = { file, id: null, arrived: 0, isLost: false, preview: null, isRemoved: false }
  own.set(questionId, sent)
  session.at = questionId
  session.refused.delete(questionId)
  void show(session, sent)
  const underWay = carried(session, questionId, sent)
  const stop = session.uploading.get(questionId)
  session.host.requestUpdate()
  try {
    const id = await underWay
    if (id === null) return
    session.files.set(questionId, file)
    sent.id = id
    session.enter(questionId, id)
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    if (error.status === 404 && (await session.renew([]))) return await sendFile(session, questionId, file)
    sent.isLost = error.passing
    session.refused.set(questionId, error.status === 413 ? fileTextsIn(session.catalogue!.shop.language).tooLarge : error)
    if (error.passing) addEventListener('online', () => sendAgain(session, questionId, sent), { once: true })
  } finally {
    if (session.uploading.get(questionId) === stop) session.uploading.delete(questionId)
    session.host.requestUpdate()
  }
}

/** Repeats a lost upload, unless it has arrived or was replaced in the meantime. */
export function sendAgain(session: Sender, questionId: number, sent: Sent): void {
  if (sent.isLost && sentTo(session, questionId) === sent) void sendFile(session, questionId, sent.file)
}

/** Aborts the upload. The previously saved file remains selected. */
export function stopFile(session: Sender, questionId: number): void {
  session.uploading.get(questionId)?.()
  session.uploading.delete(questionId)
  session.refused.delete(questionId)
  all.get(session)?.delete(questionId)
  session.host.requestUpdate()
}

/** Clears the selected file. */
export function removeFile(session: Sender, questionId: number): void {
  const sent = sentTo(session, questionId)
  if (sent) sent.isRemoved = true
  session.files.delete(questionId)
  session.enter(questionId, '')
}

/** Refuses a file that is not sent. */
export function refuseFile(session: Sender, questionId: number, message: string): void {
  session.refused.set(questionId, message)
  session.host.requestUpdate()
}
