// Checks the file stores: permissions and free space of folders and buckets, stored files, scheduled backups.
import { randomBytes } from 'node:crypto'
import { createFault, defineHealthCheck, createSuccess, createWarning, type HealthReport, type App } from '#core/contract.js'
import {
  parseBucketUrl,
  type ZipStore,
  probeFolder,
  loadFileScope,
  listOwnBackups,
  getBackupStatus,
  readBackupState,
} from '#core/surface.js'
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
      if (stored !== null && bytes.equals(stored)) return [createSuccess('Files can be stored and read.')]
      return [
        createFault('A stored file was read back with other content.', 'Check the disk of the files folder, or the bucket.'),
      ]
    } finally {
      await context.files.remove(name)
    }
  },
})

const megabyte = 2 ** 20
/** Free megabytes below which the check reports a warning and a failure. */
const [warningLimit, failureLimit] = [2_048, 200]

/** The folders by content. */
function listFolders({ config, context }: App): ReadonlyMap<string, string> {
  const folders = new Map<string, string>()
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(config.database)?.[1]
  if (file !== undefined) folders.set('the database', dirname(resolve(config.root, file)))
  if (parseBucketUrl(config.filesFolder) === null) folders.set('images and files', resolve(config.root, config.filesFolder))
  for (const [label, store] of listStores(context)) if (!store.isBucket) folders.set(label, store.path)
  return folders
}

function listStores({ packages, backups }: App['context']): readonly (readonly [what: string, store: ZipStore])[] {
  return [['transfer packages', packages], ...(backups.store === null ? [] : [['backups', backups.store] as const])]
}

async function checkBucket(label: string, store: ZipStore): Promise<HealthReport> {
  try {
    await store.ready()
    return createSuccess(`${store.path} (${label}): files can be stored and read.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return createFault(
      `Files cannot be stored in the bucket for ${label}: ${reason}`,
      'Make the bucket available again, or configure another one.',
    )
  }
}

async function checkFolder(label: string, folder: string): Promise<HealthReport> {
  try {
    await probeFolder(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'Grant the user of the service write access to the folder, or configure another folder.'
    return createFault(`Files cannot be stored in the folder for ${label}: ${reason}.`, advice)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / megabyte)
  const summary = `${folder} (${label}): ${free} MB free.`
  if (free < failureLimit) return createFault(summary, 'Free disk space now. Nothing can be stored when the disk is full.')
  return free < warningLimit
    ? createWarning(summary, 'Free disk space, or move the folder to a larger disk.')
    : createSuccess(summary)
}

/** Checks the folders and buckets that the service writes to: permissions and free space. */
export const disk = defineHealthCheck({
  name: 'disk',
  description: 'The folders and buckets that the service writes to: permissions and free space.',
  async run({ app }) {
    const buckets = listStores(app.context).filter(([, { isBucket }]) => isBucket)
    return Promise.all([
      ...[...listFolders(app)].map(([label, folder]) => checkFolder(label, folder)),
      ...buckets.map(([label, store]) => checkBucket(label, store)),
    ])
  },
})

/** Checks scheduled backups: whether they are enabled, the age of the last one, and whether the files exist. */
export const backups = defineHealthCheck({
  name: 'backups',
  description: 'Scheduled backups: whether they are enabled, the age of the last one, and whether the files exist.',
  async run({ app: { context } }) {
    const state = await getBackupStatus(context.database, context.backups, context.clock.now())
    if (state === null) {
      const advice =
        "Set 'SVC_BACKUP_FOLDER', or run svc:backup from your own scheduler. Test a backup with svc:restore --verify."
      return [createWarning('No automatic backups are configured.', advice)]
    }
    if (state !== 'ok') return [createFault(state, 'Read the log, free disk space, then run svc:backup.')]
    const { made: lastBackup } = await readBackupState(context.database)
    if (lastBackup === null) return [createSuccess('No backup has been due yet.')]
    const store = context.backups.store!
    const summary = `Last backup: ${new Date(lastBackup).toISOString()}`
    const existing = await listOwnBackups(store, await loadFileScope(context.database))
    return existing.length === 0
      ? [
          createFault(
            `${summary}, but ${store.path} contains no backup.`,
            'Find out why the backups are missing, then run svc:backup.',
          ),
        ]
      : [createSuccess(`${summary}. ${store.path} contains ${existing.length}.`)]
  },
})
