"""What the recipe of base pipelines lends to this one. Both have scripts of the same names: those of here go first."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "base_pipeline"))
from bert_arrays import WORDS, encoder_arrays, layers_of
from gum import Sentence, columns, read_documents
from mpnet_arrays import (
    BEGIN,
    END,
    EPSILON,
    FIRST_PLACE,
    OF_HEAD,
    RELATIVE,
    distance_classes,
    fixed_layers,
    with_ends_of_bert,
)
from network_file import Network
from shrink import narrowed
from treebanks import treebank_files
from untrained import Sizes, new_heads

__all__ = [
    "BEGIN",
    "END",
    "EPSILON",
    "FIRST_PLACE",
    "OF_HEAD",
    "RELATIVE",
    "WORDS",
    "Network",
    "Sentence",
    "Sizes",
    "columns",
    "distance_classes",
    "encoder_arrays",
    "fixed_layers",
    "layers_of",
    "narrowed",
    "new_heads",
    "read_documents",
    "treebank_files",
    "with_ends_of_bert",
]
