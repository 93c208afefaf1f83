// The pictures of the shop: found by name, with the records that use them, uploaded, deleted, and picked for a field or a text.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { MediaList, MediaPicture, LibraryEntry } from '../../api/screen-shape.js'
import { getErrorMessage, requestBody } from '../base/api.js'
import { askConfirmation, Dialog } from '../base/dialog.js'
import { queryClient } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { pictureTypes } from './control-props.js'
import { adoptFormStyle } from '../style/form.js'
import { createStyleAdopter } from '../style/style-adopter.js'
import { canWriteScreen } from '../table/table-screen.js'
import { formatNumber, t } from '../wording/text.js'

const adoptMediaStyle = createStyleAdopter(`
.media-tools { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: end; }
.media-tools .field { flex: 1 1 16rem; margin: 0; }
.media-tools .media-unused { display: flex; gap: 0.5rem; align-items: center; min-block-size: 2.4rem; }
.media-list { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: 0.9rem; margin-block: 0.9rem; }
.media-list > li { display: grid; gap: 0.35rem; align-content: start; padding: 0.6rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--panel); min-width: 0; }
.media-list img { inline-size: 100%; block-size: 7rem; object-fit: contain; background: var(--ground); border-radius: 6px; }
.media-name { font-weight: 600; overflow-wrap: anywhere; }
.media-list ul { padding-inline-start: 1rem; overflow-wrap: anywhere; }
.media-list .buttons { margin: 0; }
`)

const pageSize = 48

interface MediaBrowserProps {
  /** Absent where pictures are only managed. Also called for an uploaded picture. */
  readonly onPick?: (picture: LibraryEntry) => void
  /** True if the account may upload and delete pictures. */
  readonly mayWrite: boolean
}

function MediaBrowser({ onPick, mayWrite }: MediaBrowserProps): ReactNode {
  adoptFormStyle()
  adoptMediaStyle()
  const [search, setSearch] = useState('')
  const [isUnusedOnly, setUnusedOnly] = useState(false)
  const [limit, setLimit] = useState(pageSize)
  const [busy, setBusy] = useState(false)
  const upload = useRef<HTMLInputElement>(null)
  const { data, error } = useQuery({
    queryKey: ['media', search, isUnusedOnly, limit],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const filter = isUnusedOnly ? '&unused=1' : ''
      return requestBody<MediaList>('GET', `media?search=${encodeURIComponent(search)}${filter}&limit=${limit}`, { signal })
    },
  })
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      showErrorToast(failure)
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: ['media'] })
    }
  }
  const add = (file: File | undefined): void => {
    if (!file) return
    void run(async () => {
      const picture = await requestBody<LibraryEntry>('POST', `media?name=${encodeURIComponent(file.name)}`, { file })
      showToast({ text: t('fileStored', { name: file.name }) })
      onPick?.(picture)
    })
  }
  const remove = async ({ stored, name }: MediaPicture): Promise<void> => {
    const question = { title: t('mediaDeleteTitle', { name }), text: t('mediaDeleteText'), yes: t('delete'), destructive: true }
    if (!(await askConfirmation(question))) return
    await run(async () => {
      await requestBody('DELETE', `media/${encodeURIComponent(stored)}`)
      showToast({ text: t('mediaDeleted', { name }) })
    })
  }
  return (
    <>
      <div className="media-tools">
        <div className="field">
          <label htmlFor="media-search">{t('mediaSearch')}</label>
          <input id="media-search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
        <label className="media-unused">
          <input type="checkbox" checked={isUnusedOnly} onChange={(event) => setUnusedOnly(event.target.checked)} />
          {t('mediaUnusedOnly')}
        </label>
        {mayWrite && (
          <>
            <button type="button" disabled={busy} onClick={() => upload.current?.click()}>
              {t('mediaUpload')}
            </button>
            <input
              ref={upload}
              type="file"
              hidden
              accept={pictureTypes}
              onChange={(event) => {
                add(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </>
        )}
      </div>
      <div role="status">
        {error && <p className="form-failure">{getErrorMessage(error)}</p>}
        {!data && !error && <p className="loading">{t('loading')}</p>}
        {data && <p className="quiet-text">{t('mediaCount', { count: data.total })}</p>}
      </div>
      <ul className="media-list">
        {data?.pictures.map((picture) => (
          <li key={picture.stored}>
            <img src={picture.url} alt="" loading="lazy" />
            <span className="media-name">{picture.name}</span>
            <span className="quiet-text">
              {picture.width !== null && picture.height !== null && `${picture.width} × ${picture.height} · `}
              {t('kilobytes', { size: formatNumber(Math.ceil(picture.size / 1024)) })}
            </span>
            {picture.uses.length > 0 && (
              <details>
                <summary>{t('mediaUses', { count: picture.uses.length })}</summary>
                <ul>
                  {picture.uses.map(({ entity, id, title, field }) => (
                    <li key={`${entity} ${id} ${field}`}>
                      <Link to={toRecordPath(entity, id)}>{title || field}</Link> <span className="quiet-text">{field}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {picture.isUnused && <span className="quiet-text">{t('mediaUnused')}</span>}
            <p className="buttons">
              {onPick && (
                <button type="button" aria-label={t('mediaPickNamed', { name: picture.name })} onClick={() => onPick(picture)}>
                  {t('mediaPick')}
                </button>
              )}
              {!onPick && mayWrite && picture.isUnused && (
                <button
                  type="button"
                  className="quiet"
                  disabled={busy}
                  aria-label={t('mediaDeleteNamed', { name: picture.name })}
                  onClick={() => void remove(picture)}
                >
                  {t('delete')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {data && data.total > data.pictures.length && (
        <button type="button" onClick={() => setLimit(limit + pageSize)}>
          {t('mediaMore')}
        </button>
      )}
    </>
  )
}

interface MediaDialogProps {
  readonly onClose: () => void
  readonly onPick: (picture: LibraryEntry) => void
}

export function MediaDialog({ onClose, onPick }: MediaDialogProps): ReactNode {
  return (
    <Dialog title={t('mediaTitle')} onClose={onClose} wide>
      <MediaBrowser mayWrite onPick={onPick} />
    </Dialog>
  )
}

export function MediaScreen(props: ScreenProps): ReactNode {
  useWindowTitle(t('mediaTitle'))
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('mediaTitle')}</h1>
      </header>
      <p className="lead">{t('mediaLead')}</p>
      <MediaBrowser mayWrite={canWriteScreen(props, 'media')} />
    </div>
  )
}
