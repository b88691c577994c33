import type { Plugin } from 'esbuild';

/** An esbuild plugin for the texts in a folder. */
export function localesPlugin(folder: string): Plugin;
