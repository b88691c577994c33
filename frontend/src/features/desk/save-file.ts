import { api } from '../../api/client';

/** Fetches a file of the server's and hands it to the reader. @throws as every other call where it is refused */
export async function saveFile(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await api.file(path));
  save(url, name);
  URL.revokeObjectURL(url);
}

/** Shows a file of the server's in another tab, under the address and the name it has there. @throws likewise */
export async function openFile(path: string): Promise<void> {
  await api.file(path);
  const tab = window.open(path, '_blank');
  // After a sign-in the press may be too long ago for a browser to open one.
  if (tab === null) save(path, '');
  else tab.opener = null;
}

/** Without a name under the one that comes with it. */
function save(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
