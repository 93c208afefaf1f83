// Files and pictures of records for the admin pages, through the same handlers as REST.
import { createFileAnswers } from '../../http/record-files.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, adminRoot } from '../gate/scope.js'
import type { FileList } from './shape.js'

const answersOf = ({ app, server }: AdminScope) => createFileAnswers(app, server, `${adminRoot}/api/records`)

const shown = ({ files }: FileList, status = 200): Reply => json({ files } satisfies FileList, status)

export const listFiles = async (scope: AdminScope): Promise<Reply> => shown(await answersOf(scope).list(scope.request))
export const readFile = (scope: AdminScope): Promise<Reply> => answersOf(scope).read(scope.request)
export const storeFile = async (scope: AdminScope): Promise<Reply> => shown(await answersOf(scope).store(scope.request), 201)
export const removeFile = async (scope: AdminScope): Promise<Reply> => shown(await answersOf(scope).remove(scope.request))
