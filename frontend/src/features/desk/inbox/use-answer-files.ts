// The files of an answer. Pictures are made small before they are sent.

import { useState } from 'react';
import { api } from '../../../api/client';
import type { AnswerFile } from '../../../api/types';
import { shrink } from '../../contact/shrink';
import { newFiles, useSentFiles, type SentFiles } from '../../contact/use-sent-files';
import { deskApi } from '../desk-paths';
import { patiently, whileBusy } from '../patiently';
import { isPicture, most, refusalOf } from './answer-room';

/** Pixels a side, as much as the server keeps. */
const side = 2400;

export function useAnswerFiles(): SentFiles<AnswerFile> {
  const [files] = useState(() => newFiles<AnswerFile>());
  return useSentFiles<AnswerFile>({
    files,
    most,
    refused: refusalOf,
    async send(file) {
      const body = isPicture(file) ? (await shrink(file, side)).body : new Blob([file], { type: 'application/pdf' });
      return patiently(() => api.post<AnswerFile>(deskApi.answerFiles(file.name), body), whileBusy);
    },
  });
}
