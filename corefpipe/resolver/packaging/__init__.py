"""Distributions of models that pip installs: a project folder, and a wheel or source archive built from it."""

from corefpipe.resolver.packaging.building import Distribution, build_project
from corefpipe.resolver.packaging.package import Package, package_of
from corefpipe.resolver.packaging.project import project_folder, write_project

__all__ = ["Distribution", "Package", "build_project", "package_of", "project_folder", "write_project"]
