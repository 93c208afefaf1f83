// Checks the file stores: permissions and free space of folders and buckets, stored files.
import { randomBytes } from 'node:crypto'
import {
  createFault,
  defineHealthCheck,
  createSuccess,
  createWarning,
  type HealthReport,
  type App,
  createMessage,
  toErrorMessage,
  type Message,
} from '#core/contract.js'
import { parseBucketUrl, type ZipStore, probeFolder } from '#core/surface.js'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export const files = defineHealthCheck({
  name: 'files',
  description: 'The store of images and files: whether stored files can be read back.',
  async run({ app: { context } }) {
    const name = `probe-${randomBytes(9).toString('hex')}`
    const bytes = randomBytes(1024)
    await context.files.put(name, bytes)
    try {
      const stored = await context.files.get(name)
      if (stored !== null && bytes.equals(stored)) return [createSuccess(createMessage('checks.filesWork'))]
      return [createFault(createMessage('checks.fileChanged'), createMessage('checks.fileChangedAdvice'))]
    } finally {
      await context.files.remove(name)
    }
  },
})

const megabyte = 2 ** 20
/** Free megabytes below which the check reports a warning and a failure. */
const [warningLimit, failureLimit] = [2_048, 200]

interface StoreLocation {
  /** The kind of the stored files. */
  readonly content: Message
  /** The folder, or the address of the bucket. */
  readonly location: string
}

function listFolders({ config, context }: App): readonly StoreLocation[] {
  const folders: StoreLocation[] = []
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(config.database)?.[1]
  if (file !== undefined)
    folders.push({ content: createMessage('checks.databaseFolder'), location: dirname(resolve(config.root, file)) })
  if (parseBucketUrl(config.filesFolder) === null)
    folders.push({ content: createMessage('checks.filesFolder'), location: resolve(config.root, config.filesFolder) })
  const stores = listStores(context).filter(({ store }) => !store.isBucket)
  return [...folders, ...stores.map(({ content, store }) => ({ content, location: store.path }))]
}

function listStores({ packages, backups }: App['context']): readonly { readonly content: Message; readonly store: ZipStore }[] {
  const { store } = backups
  return [
    { content: createMessage('checks.packagesFolder'), store: packages },
    ...(store === null ? [] : [{ content: createMessage('checks.backupsFolder'), store }]),
  ]
}

async function checkBucket(content: Message, store: ZipStore): Promise<HealthReport> {
  try {
    await store.ready()
    return createSuccess(createMessage('checks.bucketWorks', { location: store.path, content }))
  } catch (error) {
    const reason = toErrorMessage(error)
    return createFault(
      createMessage('checks.bucketFails', { location: store.path, content, reason }),
      createMessage('checks.bucketFailsAdvice'),
    )
  }
}

async function checkFolder({ content, location }: StoreLocation): Promise<HealthReport> {
  try {
    await probeFolder(location)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return createFault(
      createMessage('checks.folderFails', { location, content, reason }),
      createMessage('checks.folderFailsAdvice'),
    )
  }
  const { bavail, bsize } = await statfs(location)
  const free = Math.floor((bavail * bsize) / megabyte)
  const summary = createMessage('checks.freeSpace', { location, content, free: String(free) })
  if (free < failureLimit) return createFault(summary, createMessage('checks.diskFullAdvice'))
  return free < warningLimit ? createWarning(summary, createMessage('checks.diskNearlyFullAdvice')) : createSuccess(summary)
}

/** Checks the folders and buckets that the service writes to: permissions and free space. */
export const disk = defineHealthCheck({
  name: 'disk',
  description: 'The folders and buckets that the service writes to: permissions and free space.',
  async run({ app }) {
    const buckets = listStores(app.context).filter(({ store }) => store.isBucket)
    return Promise.all([
      ...listFolders(app).map(checkFolder),
      ...buckets.map(({ content, store }) => checkBucket(content, store)),
    ])
  },
})
