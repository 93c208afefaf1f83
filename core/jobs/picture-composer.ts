// The picture composer: draws pictures in worker jobs, one at a time for shoppers and one for staff, and caches them in memory.
import type { JobQueue } from '../storage/context.js'
import { serviceJobsToken } from '../boot/tokens.js'
import { ServiceError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import { createLruCache, type LruCache } from '../foundation/lru-cache.js'
import { createMessage } from '../foundation/message.js'
import type { PictureComposer, PictureLayer, PictureRequester } from '../storage/files/picture.js'
import { composePictureJob } from './compose-picture.js'
import type { JobPool } from './define-worker-job.js'
import { createJobQueue } from './job-queue.js'

export interface PictureComposerOptions {
  /** Maximum number of unfinished pictures of one network. */
  readonly perNetwork?: number
  /** Maximum number of unfinished pictures of all shoppers, and of staff. */
  readonly waiting?: number
  /** Maximum duration of a picture in seconds. Most take a tenth. */
  readonly seconds?: number
  /** Maximum number of cached pictures. */
  readonly cached?: number
}

/** Maximum bytes of all cached pictures. */
const maxCachedBytes = 48 * 1_048_576
const retryAfter = 3
const tooSlow = createMessage('errors.pictureTooSlow')
/** Cached for layers that cannot be drawn. */
const noPicture = new Uint8Array(0)

@injectable()
export class QueuedPictureComposer implements PictureComposer {
  private readonly pictures: LruCache<string, Uint8Array>
  private readonly drawing = new Map<string, Promise<Uint8Array>>()
  private readonly shoppers: JobQueue
  private readonly staff: JobQueue
  /** Unfinished pictures by network; '' is staff. */
  private readonly unfinished = new Map<string, number>()
  private readonly perNetwork: number
  private readonly waiting: number

  constructor(
    @inject(serviceJobsToken) jobs: JobPool,
    { perNetwork = 24, waiting = 60, seconds = 10, cached = 300 }: PictureComposerOptions = {},
  ) {
    const options = { waiting, seconds }
    this.shoppers = createJobQueue(jobs, options)
    this.staff = createJobQueue(jobs, options)
    this.perNetwork = perNetwork
    this.waiting = waiting
    this.pictures = createLruCache(cached, { total: maxCachedBytes, sizeOf: ({ length }) => length + 1 })
  }

  async compose(
    key: string,
    load: () => Promise<readonly PictureLayer[]>,
    requester: PictureRequester,
  ): Promise<Uint8Array | null> {
    const picture = this.pictures.get(key) ?? (await (this.drawing.get(key) ?? this.begin(key, load, requester)))
    return picture.length === 0 ? null : picture
  }

  private begin(key: string, load: () => Promise<readonly PictureLayer[]>, requester: PictureRequester): Promise<Uint8Array> {
    const network = requester === 'staff' ? '' : requester.network || 'unknown'
    this.requireRoom(network)
    this.unfinished.set(network, (this.unfinished.get(network) ?? 0) + 1)
    const drawing = this.draw(key, load, network === '' ? this.staff : this.shoppers).finally(() => {
      this.drawing.delete(key)
      const count = this.unfinished.get(network)! - 1
      if (count === 0) this.unfinished.delete(network)
      else this.unfinished.set(network, count)
    })
    this.drawing.set(key, drawing)
    return drawing
  }

  private requireRoom(network: string): void {
    const own = this.unfinished.get(network) ?? 0
    const others = [...this.unfinished].reduce((sum, [name, count]) => (name === '' ? sum : sum + count), 0)
    const isFull = (network === '' ? own : others) >= this.waiting
    if (!isFull && (network === '' || own < this.perNetwork)) return
    const message = createMessage('errors.tooManyPictures', { seconds: retryAfter })
    throw new ServiceError(isFull ? 'NOT_READY' : 'TOO_MANY_REQUESTS', message, { retryAfter })
  }

  private async draw(key: string, load: () => Promise<readonly PictureLayer[]>, queue: JobQueue): Promise<Uint8Array> {
    const picture = await queue.run(composePictureJob, load, tooSlow).catch((error: unknown) => {
      // A picture that takes too long would do so again.
      if (error instanceof ServiceError && error.key === tooSlow.key) return null
      throw error
    })
    this.pictures.set(key, picture ?? noPicture)
    return picture ?? noPicture
  }
}
