import { problemFrom } from '../../api/client';

/** Fetches a file of the server's and hands it to the reader. @throws as every other call where it is refused */
export async function saveFile(path: string, name: string): Promise<void> {
  const answer = await fetch(path, { headers: { 'X-Session-Transport': 'cookie' }, credentials: 'same-origin' });
  if (!answer.ok) throw problemFrom(answer.status, await answer.json().catch(() => null));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
